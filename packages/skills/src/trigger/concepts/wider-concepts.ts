/**
 * Concepts that are asked for more rarely, the rest. A line each, in the format of `CONCEPTS`.
 * Written for this; some entries were chosen after reading sets of utterances in development.
 */
export const WIDER_CONCEPTS: string = `
bath bathe wash_the_dog grooming 洗澡 美容 剪毛
fish_tank aquarium 鱼缸 水族箱
printer_jam paper_jam toner ink cartridge copier 卡纸 墨盒 硒鼓 打印机 复印机 没墨 printer_offline out_of_toner out_of_ink toner_cartridge jammed_paper printer_won't ink_level streaky_prints replace_the_toner printer_driver 打印机卡纸 打印机脱机 换墨盒 碳粉 换硒鼓 加纸 缺纸 打印模糊
monitor_flickers black_screen screen_stays_black display 黑屏 显示器 花屏 屏幕闪 external_monitor flickering_screen dual_monitors cracked_screen dead_pixel screen_resolution screen_is_black hdmi_cable blank_screen 外接显示器 分辨率 屏幕碎 双屏 屏幕黑 不显示 屏幕不亮
wifi_slow no_internet cannot_connect network_down vpn 连不上 断网 上不了网 网速 没网 无线网 wifi_is_down no_wifi internet_is_down internet_outage keeps_disconnecting wifi_keeps_dropping dropped_connection restart_the_router cisco_vpn vpn_client buffering 网络故障 没有网 网络断了 重启路由器 断断续续 网络不稳定
mouse keyboard headset webcam microphone 鼠标 键盘 耳机 麦克风 摄像头 wireless_mouse mechanical_keyboard airpods headphones earphones earbuds bluetooth_headset external_microphone usb_hub logitech trackpad stylus 蓝牙耳机 无线鼠标 机械键盘 耳麦 触控板 手写板 降噪耳机
phone_battery charger charge_my_phone 充电 电池 充电器 没电 low_battery battery_life battery_drain power_bank fast_charging usb-c_cable wireless_charger battery_health won't_charge charging_cable 充电宝 充不进电 快充 掉电快 续航 数据线 充电线 电量 无线充电 耗电快
app_update install_app uninstall software_update 安装 卸载 更新软件 应用 升级系统 app_store play_store google_play reinstall_the_app latest_update update_my_phone ios_update android_update firmware windows_update software_updates beta_version 应用商店 系统更新 系统升级 安装包 重新安装 自动更新 更新不了 装不上 下载安装
virus malware phishing spam scam fraud hacked suspicious 病毒 钓鱼 诈骗 垃圾邮件 骗子 被黑 可疑 antivirus ransomware spyware trojan scammer scammed scammers phishing_email suspicious_email suspicious_link fake_website got_hacked hacker hackers data_breach identity_theft fraudulent junk_mail spam_folder norton_antivirus mcafee kaspersky robocall 杀毒 木马 勒索 病毒软件 诈骗电话 电信诈骗 骗局 被骗 盗号 黑客 垃圾短信 骚扰电话 中毒了 假网站 反诈 数据泄露 钓鱼邮件 钓鱼网站 可疑邮件 可疑链接
access_rights permission permissions admin_rights role 权限 授权 管理员 角色 access_denied permission_denied grant_access request_access revoke_access read-only write_access user_rights access_request no_access admin_access administrator superuser 没有权限 开权限 访问权限 申请权限 开通权限 权限不足 只读 拒绝访问 管理员权限 无权访问
domain dns ssl certificate hosting 域名 证书 托管 解析 domain_name godaddy cloudflare nameserver nameservers https tls_certificate certificate_expired ssl_certificate web_hosting subdomain a_record cname mx_record lets_encrypt 域名解析 备案 证书过期 二级域名 域名到期 续费域名 解析记录 虚拟主机
docker_image pipeline ci_cd continuous_integration jenkins 流水线 镜像 持续集成
feature_flag config configuration environment_variable 配置 开关 环境变量
migration schema index_slow slow_query 迁移 慢查询 索引 表结构
logo design mockup wireframe figma prototype ui ux 设计 标志 原型 界面 设计稿 logos adobe photoshop illustrator colour_palette color_palette font fonts typography user_interface user_experience redesign graphic_design graphic_designer vector_graphic indesign brand_identity design_system 配色 字体 排版 海报设计 平面设计 交互设计 设计师 改版 图标 线框图 设计图 标识
photo_edit crop resize background_removal filter_photo 修图 裁剪 抠图 滤镜 美颜 去背景
video_edit subtitles captions trim_video 剪辑 字幕 剪视频 配音
podcast_recording transcribe transcript dictation 转写 听写 录音 转文字 语音转
press_release blog blog_post article newsletter copywriting 新闻稿 博客 公众号 文案 推文
seo keywords ranking traffic_site google_analytics 搜索优化 关键词 流量 排名
customer_service hotline agent human_agent talk_to_a_person 客服 人工 热线 转人工 真人 customer_support customer_care support_team support_agent live_chat real_person speak_to_someone talk_to_someone speak_to_an_agent speak_with_a_human speak_to_a_human call_center call_centre helpline contact_support customer_rep connect_me_to 人工客服 在线客服 客服电话 转接 人工服务 找人工 接线员 客服热线 联系客服 转客服 不想和机器人 真人客服 售后客服 活人
shipping_address delivery_address change_address 地址 收货地址 改地址 配送地址 billing_address zip_code postcode postal_code wrong_address new_address ship_it_to deliver_to_my_office deliver_to_a_different address_on_my_order change_the_address 收件地址 改收货地址 地址填错 换个地址 邮编 收件人 地址写错 默认地址 送到公司 寄到
gift_card voucher loyalty points reward 礼品卡 积分 代金券 奖励 gift_cards gift_certificate loyalty_card reward_points rewards_program redeem_my_points redeem_points loyalty_programme gift_voucher bonus_points cash_back frequent_shopper 购物卡 充值卡 会员积分 积分兑换 兑换码 礼券 返现 会员卡 积分商城
size_chart too_small too_big fit does_not_fit 尺码 太小 太大 不合身 大小
product_info specs stock_check available in_store 商品 规格 有货 库存 现货
negotiate offer haggle counter-offer 谈判 还价 砍价
quote estimate price_quote proposal tender bid 报价 估价 提案 投标 标书 quotations cost_estimate written_quote proposals tenders bidding request_for_proposal price_offer statement_of_work 报价单 投标书 招投标 预估费用 标的 出个价 方案报价 竞标
kpi okr performance_review appraisal 绩效 考核 评估 述职 kpis okrs performance_appraisal annual_review 360_feedback promotion_to quarterly_goals self-assessment performance_goals 绩效考核 晋升 升职 年度考核 目标考核 自评 考评 关键指标 绩效面谈
training_course onboarding_training certification compliance 培训 认证 合规 training_courses e-learning certified mandatory_training workshop_for iso_9001 security_awareness_training safety_training coursera udemy refresher_course first-aid_course 培训课程 考证 资格证 证书考试 线上培训 内训 安全培训 培训计划 在线课程
shift shifts roster rota work_schedule overtime clock_in 排班 轮班 加班 打卡 考勤 值班表 night_shift day_shift late_shift early_shift swap_shifts swap_my_shift cover_my_shift timesheet time_sheet timesheets clock_out working_hours shift_plan on_shift punch_in 夜班 早班 晚班 白班 换班 替班 调班 工时 打卡记录 补卡 早退 倒班 加班申请 上班打卡
desk workplace parking_space canteen lunch_menu 工位 食堂 车位 菜单
business_card lead_generation cold_call pipeline_sales deal 名片 销售线索 成单 商机
production_line machine_fault sensor maintenance_plan 产线 设备 传感器 检修
inventory_count stock_level reorder restock 盘点 补货 库存量 进货
invoice_customer overdue_invoice dunning accounts_receivable 催款 应收 开发票 欠款 unpaid_invoice unpaid_invoices outstanding_invoice payment_reminder payment_terms accounts_payable collect_payment net_30 outstanding_payment dunning_letter overdue_invoices late_payer credit_note 催收 催账 账期 应付 未付款 欠费 回款 欠账 逾期账款 追款
audit compliance_check gdpr privacy data_protection 审计 合规检查 隐私 数据保护 auditor auditors gdpr_request personal_data data_privacy ccpa hipaa sox_compliance iso_27001 data_retention privacy_policy internal_audit data_subject soc_2 anonymise anonymize 内审 外审 个人信息保护 隐私政策 数据合规 等保 审计报告 数据安全 个人数据 脱敏
robot_arm pick_up grab fetch bring_me 拿过来 给我拿
follow come_with_me accompany 跟着我 陪我 跟上
stop halt stay wait_here 停下 站住 别动 等着
garage_door gate_open blinds_up sprinkler 车库门 卷帘 喷灌
oven stove microwave fridge refrigerator kettle 烤箱 炉子 微波炉 冰箱 水壶 灶
washing_cycle detergent dryer_cycle 洗涤 洗衣液 甩干
smoke gas_leak carbon_monoxide smoke_detector 烟雾 煤气泄漏 燃气 烟雾报警
energy_use solar solar_panel power_consumption 用电量 太阳能 光伏 能耗
air_purifier humidifier dehumidifier fan 空气净化器 加湿器 风扇 除湿
bed mattress blanket pillow 床垫 被子 枕头
furniture sofa table chair shelf 家具 沙发 桌子 椅子 架子
interior_design renovate renovation paint_the_wall wallpaper 装修 刷墙 墙纸 翻新
mortgage_rate house_price buy_a_house property viewing 房价 买房 看房 楼盘 房产 realtor estate_agent real_estate zillow rightmove house_prices house_hunting home_buyer open_house property_listing property_market sell_my_house listing_price property_tax square_footage 二手房 学区房 新房 链家 贝壳找房 房产证 房产中介 卖房 楼市 户型 房产税 过户 房价走势
roommate flatmate sublet 室友 合租 转租
babysitter nanny daycare childcare 保姆 托儿 育儿 带孩子
diaper nappy bottle_feed breastfeed 尿布 喂奶 奶粉 母乳
toy toys playground birthday_party 玩具 游乐场 生日会
grandparents elderly_care caregiver 老人 养老 护理
church mosque temple prayer pray bible buddha 教堂 寺庙 祈祷 佛 圣经
meditation_session body_scan breathe_with_me 冥想 呼吸练习
gratitude grateful affirmations motivation quote_of_the_day 感恩 鼓励 名言 励志
panic_attack anxious_thoughts self_harm crisis 恐慌 崩溃 心理危机
fight_with argument quarrelled make_up_with apology apologise 吵架 争吵 道歉 和好
dating_app match_date flirt crush 相亲 暗恋 约会 表白
wedding_plan venue catering guest_list seating 婚礼 场地 宾客 酒席 请柬
funeral condolences grief passed_away 葬礼 去世 悼念 哀悼
anniversary_reminder birthday_of when_is_birthday 生日是 纪念日 生日提醒
wine_pairing cocktail_recipe bartender 配酒 调酒 红酒
vegan vegetarian gluten-free halal kosher lactose 素食 纯素 无麸质 清真 乳糖
leftovers fridge_contents what_can_i_make 剩菜 剩饭
soup noodles rice pasta salad sauce dumplings steak 面条 米饭 意面 沙拉 酱 饺子 牛排 火锅
cake cookies bread_dough yeast oven_temperature 蛋糕 饼干 面团 酵母
coffee_machine brew espresso_machine 咖啡机 冲咖啡
beer_brewing home_brew fermentation 酿酒 发酵
pruning prune seeds sow repot fertilise 修剪 种子 播种 换盆 施肥
yellow_leaves brown_spots wilting drooping root_rot 黄叶 发黄 枯萎 烂根 叶子掉
insects pests aphids mosquito ants cockroach mouse_trap 虫子 蚜虫 蚊子 蚂蚁 蟑螂 老鼠
weather_warning storm_warning thunder lightning 预警 雷 闪电 暴雨
tide moon sunrise sunset stars astronomy planet 潮汐 月亮 日出 日落 星星 天文 行星
uv sunscreen_needed pollen_count 紫外线 花粉
guitar violin chords sheet_music practice_piano 吉他 小提琴 和弦 乐谱 练琴
sing karaoke choir lyrics_of 唱歌 卡拉 合唱 歌词
dance dancing salsa ballet_class 跳舞 舞蹈 广场舞
chess go_game sudoku crossword riddle trivia 象棋 围棋 数独 填字 谜语 checkmate stockfish chess_opening gambit sudokus crosswords wordle brain_teaser kasparov magnus_carlsen 国际象棋 中国象棋 将军棋 残局 棋谱 猜灯谜 填字游戏 棋局
video_game console playstation xbox steam level 游戏机 通关 手游 主机
cards poker mahjong board_game 扑克 麻将 桌游
knitting crochet sewing_machine pattern 编织 钩针 缝纫
woodwork drill hammer screws tool tools 木工 电钻 锤子 螺丝 工具
painting watercolour sketch canvas 水彩 素描 油画 画布
photography_tips lens exposure camera_settings 摄影 镜头 曝光 光圈
hike_route trail_map summit 徒步路线 登山 山顶
fishing_spot bait rod 钓点 鱼饵 鱼竿
horse riding_lesson stable 骑马 马术 horseback pony equestrian saddle_up dressage horse_riding jockey gallop 骑马课 马场 马术课 小马 赛马 马鞍
surf wave sailing kayak diving 冲浪 帆船 皮划艇 潜水 surfing scuba scuba_diving paddleboard windsurfing kitesurfing rafting sailboat yacht surf_forecast rowing_club wetsuit 浮潜 桨板 漂流 划船 游艇 潜水证 帆板 水肺 皮筏 皮划
`;
